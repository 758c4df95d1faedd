/** A key that is well formed and that no server has issued, for the tests of programs that use the client. */
export const API_KEY = 'svc_Portside0Scripted02QNBRF';
