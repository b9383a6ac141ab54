import { type Attacker, testsOf } from './attacker.ts';

const connections = 'apps/api/src/adapters/postgres/connection/verified-connection.sandbox.test.ts';
const urls = 'apps/api/src/outgoing-urls.test.ts';
const lookups = 'apps/api/src/refuse-private-lookups.test.ts';
const ramp = 'e2e/journeys/ramp.spec.ts';
const chain = 'apps/api/src/adapters/evm/public-chain.test.ts';
const steps = 'apps/api/src/modules/exchange/steps/sign-step.test.ts';

export const network: Attacker = {
  attacker: 'the network between the server and its database or partners, in production',
  claims: [
    {
      can: 'see whom it connects to, and interrupt it',
      tests: testsOf(
        connections,
        'is made to the server whose certificate has its name',
        'does not listen to someone who takes the server’s place',
      ),
    },
    {
      cannot:
        'read or change anything: every connection verifies the other side, except to hosts in `ALLOW_PRIVATE_URLS` and over a local socket',
      tests: [
        ...testsOf(
          connections,
          'is not made with a certificate of another authority, or for another name',
          'shows nothing to someone in the middle',
          'would show what it sends to someone in the middle without the verification',
          'api serves in production over a verified connection',
        ),
        ...testsOf(
          urls,
          'needs TLS: ',
          'may be private and without TLS where its host is listed, and only there',
        ),
      ],
    },
  ],
};

export const dnsRecords: Attacker = {
  attacker: 'the DNS records of a configured host',
  claims: [
    { can: 'interrupt its service', tests: testsOf(lookups, 'is not connected to: ') },
    {
      cannot:
        'have the server connect into its own network ([0060](decisions/0060-refuse-private-addresses-where-names-are-resolved.md))',
      tests: [
        ...testsOf(
          lookups,
          'is not connected to by the libraries that make connections of their own',
          'is found out when its address changes between two requests',
        ),
        ...testsOf(
          'apps/api/src/guard-connections.test.ts',
          'checks what names resolve to from then on, in production only',
        ),
      ],
    },
  ],
};

export const rampPage: Attacker = {
  attacker: 'the ramp provider’s page',
  claims: [
    {
      can: 'do what that page is for: take orders and payment details',
      tests: testsOf(ramp, 'carol buys USDC for 100 US dollars'),
    },
    {
      cannot: 'reach the wallet’s page, or navigate its window to a copy of it',
      tests: testsOf(
        ramp,
        'a message from another page is ignored',
        'the partner’s page cannot take our window over',
      ),
    },
  ],
};

export const exchange: Attacker = {
  attacker: 'the exchange, or whoever responds in its place',
  claims: [
    {
      can: 'offer worse rates than others, which are shown before the user confirms',
      tests: testsOf(
        'apps/api/src/modules/exchange/swap.test.ts',
        'with the route as it was offered goes to the exchange for confirmation',
      ),
    },
    {
      can: 'have a step to another network signed whose call cannot be read, when it calls a listed contract, takes what was agreed and names the user’s address',
      tests: testsOf(
        steps,
        'opens the key for a delivery on the other chain as it was agreed, or in a call that cannot be read',
      ),
    },
    {
      cannot:
        'have a step signed that names another recipient, contract, spender or network, takes more, approves more or promises less than was agreed ([0040](decisions/0040-restrict-swaps-to-allowlisted-contracts.md))',
      tests: [
        ...testsOf(steps, 'refuses '),
        ...testsOf(
          'apps/api/src/adapters/evm/step-terms.test.ts',
          'reads where a deposit is delivered, and as what',
        ),
        ...testsOf('apps/api/src/modules/exchange/swap-routes.test.ts', 'a route that '),
      ],
    },
    {
      cannot: 'call a swap completed that delivered less, where a node of ours can look',
      tests: testsOf(
        'apps/api/src/jobs/advance-swaps.test.ts',
        'completes a swap with what arrived on the other chain, whatever the exchange says',
        'what our nodes could not show is reported',
      ),
    },
  ],
};

export const rpcNode: Attacker = {
  attacker: 'an RPC node',
  claims: [
    {
      can: 'see addresses; lie about balances and fees; withhold transactions',
      tests: testsOf(
        chain,
        'are read with one call for all tokens of an owner',
        'takes the median tip, twice the next base fee as limit',
        'does not know the outcome when no node responds, and does not throw',
      ),
    },
    {
      cannot: 'change a signed transaction',
      tests: [
        ...testsOf(chain, 'does not believe a node that responds with another hash'),
        ...testsOf(
          'apps/api/src/wrong-nodes.sandbox.test.ts',
          'every payment is made once and confirmed, whatever two nodes do wrong meanwhile',
        ),
      ],
    },
  ],
};
