/** Where the sample certificate is, for the landing page and its own verify page. */
export const SAMPLE_PATH = '/sample-certificate.pdf';
