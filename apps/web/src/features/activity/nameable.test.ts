import { expect, it } from 'vitest';
import { buildActivity } from '#testing/activity';
import { firstNameable } from './nameable.ts';

const BOB = '0x1111111111111111111111111111111111111111';

it('offers a name once for each address, on its newest row, and never for a contract', () => {
  const rows = [
    buildActivity({ id: 'approval', type: 'approve', direction: 'none', to: BOB }),
    buildActivity({ id: 'newest', type: 'send', direction: 'out', to: BOB }),
    buildActivity({ id: 'older', type: 'receive', direction: 'in', from: BOB }),
    buildActivity({ id: 'unknown', type: 'receive', direction: 'in', from: null }),
  ];
  expect([...firstNameable(rows)]).toEqual(['newest']);
});
