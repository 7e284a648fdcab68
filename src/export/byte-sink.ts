const START_BYTES = 64 * 1_024;
/** Below this a loop is faster than a call. */
const LOOP_BYTES = 48;

/** A growing buffer: gathers bytes until they are taken. */
export class ByteSink {
  bytes = Buffer.allocUnsafeSlow(START_BYTES);
  /** The position of the next byte. */
  at = 0;

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.at + count));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  /** The caller must have reserved room. */
  put(byte: number): void {
    this.bytes[this.at] = byte;
    this.at += 1;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    if (end - start < LOOP_BYTES) {
      const { bytes } = this;
      let { at } = this;
      for (let i = start; i < end; i += 1, at += 1) bytes[at] = from[i] as number;
      this.at = at;
    } else {
      this.bytes.set(from.subarray(start, end), this.at);
      this.at += end - start;
    }
  }

  text(text: string): void {
    this.reserve(3 * text.length);
    this.at += this.bytes.write(text, this.at);
  }

  take(): Uint8Array {
    const piece = Uint8Array.prototype.slice.call(this.bytes, 0, this.at);
    this.at = 0;
    return piece;
  }
}
