/** The users of a new sandbox. */
export interface SeededUser {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly password: string;
  /** What the faucet pays, one payment after another. */
  readonly grants: readonly SeededGrant[];
  /** The private balance on Polygon after the pool's fee. */
  readonly shielded?: readonly GrantedAmount[];
}

export interface SeededGrant {
  readonly network: 'polygon' | 'avalanche';
  readonly amounts: readonly GrantedAmount[];
}

/** Display amount of a token, or of the network's native coin by its symbol. */
export interface GrantedAmount {
  readonly symbol: 'POL' | 'AVAX' | 'KAX' | 'USDC';
  readonly amount: string;
}

export const seededPassword = 'Piggy!Bank7';

export const seededUsers: readonly SeededUser[] = [
  {
    name: 'Alice Moreau',
    email: 'alice@kax.test',
    phone: '+14155550101',
    password: seededPassword,
    grants: [
      grant('polygon', '600 POL', '1500 USDC'),
      grant('polygon', '2000 KAX'),
      grant('polygon', '400 POL', '3500 USDC'),
      grant('polygon', '500 KAX'),
      grant('avalanche', '10 AVAX', '420 USDC'),
      grant('avalanche', '8 AVAX', '200 USDC'),
    ],
    shielded: [
      { symbol: 'USDC', amount: '250' },
      { symbol: 'KAX', amount: '100' },
    ],
  },
  {
    name: 'Bob Okafor',
    email: 'bob@kax.test',
    phone: '+14155550102',
    password: seededPassword,
    grants: [grant('polygon', '500 POL', '500 KAX', '1000 USDC')],
  },
  {
    name: 'Carol Lindqvist',
    email: 'carol@kax.test',
    phone: '+14155550103',
    password: seededPassword,
    grants: [grant('polygon', '200 POL', '200 USDC')],
  },
];

/** The grant for every new user, so that they can start immediately. */
export const welcomeGrant: SeededGrant = grant('polygon', '5 POL', '25 KAX', '20 USDC');

type Symbol = GrantedAmount['symbol'];

function grant(
  network: SeededGrant['network'],
  ...texts: readonly `${number} ${Symbol}`[]
): SeededGrant {
  const amounts = texts.map((text) => {
    const [amount, symbol] = text.split(' ') as [string, Symbol];
    return { amount, symbol };
  });
  return { network, amounts };
}
