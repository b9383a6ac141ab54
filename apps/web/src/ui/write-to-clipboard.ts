/** Copies a text. @returns false when the browser does not allow it. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Fallback for pages without clipboard permission, such as over plain http on a home network. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  const before = document.activeElement;
  area.value = text;
  area.className = 'visually-hidden';
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isDone = document.execCommand?.('copy') ?? false;
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}
