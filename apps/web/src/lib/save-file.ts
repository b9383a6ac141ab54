/** How long a browser may take to begin saving. */
const KEEP_FOR_MS = 10_000;

/** Gives a text to the browser as a file to save. */
export function saveFile({
  name,
  content,
  type = 'application/json',
}: {
  name: string;
  content: string;
  /** Media type. */
  type?: string;
}): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_FOR_MS);
}
