const BLANK = ' ';

/** @returns the text in UTF-8 with blanks at the end, which no JSON minds: a multiple of `blockBytes` */
export function padded(text: string, blockBytes: number): Buffer {
  const bytes = Buffer.byteLength(text);
  const plain = Buffer.alloc(Math.ceil(bytes / blockBytes) * blockBytes, BLANK);
  plain.write(text);
  return plain;
}
