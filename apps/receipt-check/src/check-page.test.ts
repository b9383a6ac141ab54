import { afterEach, expect, test, vi } from 'vitest';
import { recordRequests } from '#receipt/record-requests';
import { buildReceipt } from '#testing/receipt';
import { checkRecord } from './check-record.ts';
import { readFromNode, readNodeUrl } from './node.ts';
import { linesOf } from './receipt-words.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['https://node.example/v2/key', true],
  [' https://node.example ', true],
  ['http://localhost:8545', true],
  ['http://127.0.0.1:8545', true],
  ['http://node.example', false],
  ['http://localhost.node.example', false],
  ['ftp://node.example', false],
  ['javascript:alert(1)', false],
  ['node.example', false],
  ['', false],
])('only nodes that the policy allows are contacted: %s', (text, isAllowed) => {
  expect(readNodeUrl(text) !== null).toBe(isAllowed);
});

test('a node gets the hash, the block and the token, and nothing else of a receipt', async () => {
  const receipt = buildReceipt({
    stated: { fromName: 'Alice Moreau', toName: 'Bob Tanaka', message: 'Dinner' },
  });
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_: URL, { body }: { body: string }) => {
    sent.push(body);
    const { id } = JSON.parse(body) as { id: number };
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: null }));
  });
  const read = await readFromNode(new URL('https://node.example'), recordRequests(receipt));
  expect(read.ok && read.responses).toHaveLength(6);
  const all = sent.join('\n');
  expect(all).toContain(receipt.transactionHash);
  for (const part of ['Alice', 'Bob', 'Dinner', receipt.to, receipt.amount, receipt.signature]) {
    expect(all).not.toContain(part);
  }
});

test('a node that can’t be reached is a sentence, not an exception', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const receipt = buildReceipt();
  const read = await readFromNode(new URL('https://node.example'), recordRequests(receipt));
  expect(read.ok ? '' : read.sentence).toContain('Couldn’t get a response from this node.');
});

const response = (id: number, result: unknown) => ({ jsonrpc: '2.0', id, result });

test('a transaction that a node doesn’t know says what to do, and what it means', () => {
  const responses = [
    response(1, '0x7a69'),
    response(2, null),
    response(3, null),
    response(4, null),
  ];
  const checked = checkRecord(buildReceipt(), responses);
  expect(checked.ok ? '' : checked.sentence).toContain('Make sure it’s a node of network 31337');
});

test.each([
  ['nothing', null],
  ['a text', 'hello'],
  ['one response', response(1, '0x1')],
  ['other responses', [response(7, '0x1')]],
])('what isn’t responses to these requests is refused: %s', (_, responses) => {
  const checked = checkRecord(buildReceipt(), responses);
  expect(checked.ok ? '' : checked.sentence).toContain('These aren’t a node’s responses');
});

test('what a receipt says is shown whole, with the time in UTC', () => {
  const lines = new Map(linesOf(buildReceipt()).map(({ label, text }) => [label, text]));
  expect(lines.get('Amount')).toBe('40 USDC');
  expect(lines.get('Paid')).toBe('22 November 2026, 12:31:00 UTC');
  expect(lines.get('To address')).toBe(buildReceipt().to);
  expect(lines.get('Network')).toBe('network 31337');
});
