/** Files as browsers load them: imported as text, and so part of the compiled binary. */
declare module 'uplot/dist/uPlot.iife.min.js' {
  const text: string;
  export default text;
}
declare module '*.svg' {
  const text: string;
  export default text;
}
