/** Format of a WAV file. `rate` is in samples per second; `code` is 1 for PCM, 6 for A-law, 7 for µ-law. */
export interface WavFormat {
  readonly code: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
}

export const HEADER_BYTES = 44;

/** Bytes per second. */
export const bytesPerSecond = ({ channels, rate, bits }: WavFormat): number => (channels * rate * bits) / 8;

/** The header of a WAV file with the given number of sample bytes. */
export function headerOf(format: WavFormat, bytes: number): Uint8Array {
  const { code, channels, rate, bits } = format;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(code, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(bytesPerSecond(format), 28);
  header.writeUInt16LE((channels * bits) / 8, 32);
  header.writeUInt16LE(bits, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(bytes, 40);
  return header;
}

/** Reads a WAV header and the offset of the samples; undefined if the header is invalid or incomplete. */
export function readHeader(bytes: Uint8Array): { format: WavFormat; begin: number } | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => view.toString("latin1", at, at + 4);
  if (view.length < HEADER_BYTES || word(0) !== "RIFF" || word(8) !== "WAVE") return undefined;
  let format: WavFormat | undefined;
  for (let at = 12; at + 8 <= view.length; ) {
    const size = view.readUInt32LE(at + 4);
    if (word(at) === "data") return format && { format, begin: at + 8 };
    if (word(at) === "fmt " && at + 24 <= view.length)
      format = {
        code: view.readUInt16LE(at + 8),
        channels: view.readUInt16LE(at + 10),
        rate: view.readUInt32LE(at + 12),
        bits: view.readUInt16LE(at + 22),
      };
    at += 8 + size + (size % 2);
  }
  return undefined;
}
