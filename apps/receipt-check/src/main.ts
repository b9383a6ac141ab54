import { readReceipt } from '#receipt/read-receipt';
import { recordRequests } from '#receipt/record-requests';
import type { Receipt } from '#wire/wallet/receipt';
import { checkRecord } from './check-record.ts';
import { find } from './elements.ts';
import { readFromNode, readNodeUrl } from './node.ts';
import { hideVerdict, showReceipt, showVerdict } from './show.ts';

const receiptField = find('receipt', HTMLTextAreaElement);
const receiptFile = find('receipt-file', HTMLInputElement);
const nodeField = find('node', HTMLInputElement);
const checkButton = find('check', HTMLButtonElement);
const requestsField = find('requests', HTMLTextAreaElement);
const responsesField = find('responses', HTMLTextAreaElement);
const nodeError = find('node-error', HTMLParagraphElement);
const responsesError = find('responses-error', HTMLParagraphElement);

let receipt: Receipt | null = null;

receiptField.addEventListener('input', takeReceipt);
find('choose-receipt', HTMLButtonElement).addEventListener('click', () => receiptFile.click());
receiptFile.addEventListener('change', () => {
  const [file] = receiptFile.files ?? [];
  if (file) void takeFile(file);
  receiptFile.value = '';
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void takeFile(file);
});
find('node-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void checkWithNode();
});
find('responses-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  checkResponses();
});
find('copy-requests', HTMLButtonElement).addEventListener('click', copyRequests);
// Browsers keep what is in fields when a page is loaded again.
takeReceipt();

/** A file is the receipt, or else a node's responses. */
async function takeFile(file: File): Promise<void> {
  const text = await file.text();
  const isResponses = receipt !== null && readReceipt(text) === null && text.trim().startsWith('[');
  if (isResponses) {
    responsesField.value = text;
    checkResponses();
    return;
  }
  receiptField.value = text;
  takeReceipt();
}

function takeReceipt(): void {
  const text = receiptField.value;
  receipt = readReceipt(text);
  hideVerdict();
  nodeError.textContent = '';
  responsesError.textContent = '';
  showReceipt(receipt, text.trim() === '');
  requestsField.value = receipt === null ? '' : JSON.stringify(recordRequests(receipt), null, 2);
}

async function checkWithNode(): Promise<void> {
  const checked = receipt;
  if (checked === null || checkButton.ariaBusy === 'true') return;
  hideVerdict();
  nodeError.textContent = '';
  const url = readNodeUrl(nodeField.value);
  if (url === null) {
    nodeError.textContent = 'Enter an address that starts with https, or one of this computer.';
    nodeField.focus();
    return;
  }
  checkButton.ariaBusy = 'true';
  const read = await readFromNode(url, recordRequests(checked));
  checkButton.ariaBusy = 'false';
  // Meanwhile another receipt may have been pasted.
  if (checked !== receipt) return;
  if (read.ok) show(checked, read.responses, nodeError);
  else nodeError.textContent = read.sentence;
}

function checkResponses(): void {
  if (receipt === null) return;
  hideVerdict();
  responsesError.textContent = '';
  show(receipt, parseJson(responsesField.value), responsesError);
}

function show(checked: Receipt, responses: unknown, error: HTMLElement): void {
  const result = checkRecord(checked, responses);
  if (result.ok) showVerdict(result.verdict);
  else error.textContent = result.sentence;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function copyRequests(): void {
  requestsField.select();
  // Browsers allow this on pages from a disk too, unlike the clipboard's own interface.
  document.execCommand('copy');
}
