/** The name of the embedded file of `compiled-tariff.ts`. `deploy/build.ts` puts it here; a program that runs from source has none. */
export const compiledTariffFile: string | undefined = undefined;
