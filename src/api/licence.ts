/** The licence of the interface, as both documents state it. */
export const LICENCE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };
