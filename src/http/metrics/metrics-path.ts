/** Apart from its route, so that a server can listen without Elysia. */
export const METRICS_PATH = '/metrics';
