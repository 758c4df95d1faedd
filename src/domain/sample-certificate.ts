/** The number of the sample, which no certificate gets: 122 of its bits would have to be drawn as zeros. */
export const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';
