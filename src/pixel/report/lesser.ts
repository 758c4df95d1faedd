/** What a finding says that goes away with another one. */
export const FIXED_WITH_ANOTHER = 'Fixing the more serious finding on the same code fixes this too.';
