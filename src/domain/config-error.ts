/** The configuration cannot be used. The command prints the message and exits with code 2. */
export class ConfigError extends Error {}
