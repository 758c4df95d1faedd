const START = 'await createHarfBuzz()';
const EMBEDDED_START = 'await createHarfBuzz({ wasmBinary: await Bun.file(wasmFile).arrayBuffer() })';

/**
 * The source of `harfbuzzjs/dist/index.mjs`, changed to start from the embedded `harfbuzz.wasm`.
 * @throws Error if another version starts in another way; an executable would be built that cannot draw a certificate
 */
export function withEmbeddedCode(source: string): string {
  if (source.split(START).length !== 2) {
    throw new Error(
      `harfbuzzjs does not contain \`${START}\` once. Read how this version starts, and change embed-harfbuzz.ts.`,
    );
  }
  return `import wasmFile from './harfbuzz.wasm' with { type: 'file' };\n${source.replace(START, EMBEDDED_START)}`;
}
