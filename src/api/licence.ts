/** The licence that both OpenAPI documents state. */
export const LICENCE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };
