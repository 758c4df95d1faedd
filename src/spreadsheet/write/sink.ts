/** Where a file goes as it is made. A sink that is slow holds the writer back, so memory does not grow with the file. */
export interface Sink {
  write(bytes: Uint8Array): void | Promise<void>;
}
