/** Time for the browser to start the download. */
const KEEP_FOR_MS = 10_000;

/** Downloads a text as a file. */
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
