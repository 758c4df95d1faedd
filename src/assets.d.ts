/** Files that are imported as text or as a path, and so are part of the compiled binary. */
declare module '*.sql' {
  const text: string;
  export default text;
}
