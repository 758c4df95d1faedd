/** Files served as they are; imported as text, and so part of the compiled binary. */
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.client.js' {
  const text: string;
  export default text;
}
