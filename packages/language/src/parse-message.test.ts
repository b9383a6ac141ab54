import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMessage } from './parse-message.ts';

it('reads values, cases and tags, also inside one another', () => {
  expect(
    parseMessage('<b>{who}</b> sent {n, plural, one {<i># coin</i>} other {# {kind}}} # today'),
  ).toEqual([
    { kind: 'tag', name: 'b', parts: [{ kind: 'value', name: 'who' }] },
    ' sent ',
    {
      kind: 'plural',
      name: 'n',
      cases: new Map([
        ['one', [{ kind: 'tag', name: 'i', parts: [{ kind: 'number' }, ' coin'] }]],
        ['other', [{ kind: 'number' }, ' ', { kind: 'value', name: 'kind' }]],
      ]),
    },
    ' ',
    '#',
    ' today',
  ]);
});

it('leaves apostrophes, comparisons and symbols as they are', () => {
  const text = "It's < $0.01, 5 > 3 & 'so' on";
  expect(parseMessage(text)).toEqual([text]);
});

it.each([
  '{',
  '}',
  '{}',
  '{a',
  '<b>',
  '</b>',
  '<b>x</i>',
  '{n, plural, one {x}}',
  '{n, plural, other {x}',
])('refuses %s', (text) => {
  expect(() => parseMessage(text)).toThrow(SyntaxError);
});

it('refuses or reads every text, and ends', () => {
  const piece = fc.constantFrom('{', '}', '#', '<b>', '</b>', 'n', ', plural,', ' other {', 'x ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        parseMessage(pieces.join(''));
      } catch (cause) {
        expect(cause).toBeInstanceOf(SyntaxError);
      }
    }),
  );
});
