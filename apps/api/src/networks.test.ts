import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import { NetworksNotValid, readNetworks } from './networks.ts';

const polygonFile = readFileSync(new URL('../networks.polygon.json', import.meta.url), 'utf8');
const rpcUrls = new Map([
  ['polygon', ['https://polygon-one.example', 'https://polygon-two.example']],
  ['avalanche', ['https://avalanche.example']],
]);

function read(text: string, urls: ReadonlyMap<string, readonly string[]> = rpcUrls) {
  return readNetworks(text, { rpcUrls: urls, toChecksumAddress });
}

/** The committed file after a change of its first network. */
function changed(change: Record<string, unknown>): string {
  const [first, ...others] = JSON.parse(polygonFile);
  return JSON.stringify([{ ...first, ...change }, ...others]);
}

describe('the networks file', () => {
  it('describes Polygon and Avalanche with token ids of network and symbol', () => {
    const [polygon, avalanche] = read(polygonFile);
    expect(polygon?.network.chainId).toBe(137);
    expect(polygon?.network.tokens.map(({ id }) => id)).toEqual(['polygon-pol', 'polygon-usdc']);
    expect(polygon?.rpcUrls).toEqual(rpcUrls.get('polygon'));
    expect(polygon?.feeRules.minimumTip).toBe(25_000_000_000n);
    expect([...(polygon?.priceIds ?? [])]).toContainEqual(['polygon-usdc', 'usd-coin']);
    expect(avalanche?.network.tokens[0]).toMatchObject({ symbol: 'AVAX', address: null });
  });

  it('reads the private pool of a network that has one', () => {
    const proxy = '0xca11bde05977b3631167028862be2a173976ca11';
    const shieldedPool = { proxy, relayAdapt: proxy, wrappedNative: proxy, deploymentBlock: 7 };
    const [first, second] = read(changed({ shieldedPool }));
    expect(first?.shieldedPool).toMatchObject({
      proxy: '0xcA11bde05977b3631167028862bE2a173976CA11',
      deploymentBlock: 7,
    });
    expect(second?.shieldedPool).toBeNull();
    const wrong = changed({ shieldedPool: { ...shieldedPool, relayAdapt: 'nowhere' } });
    expect(() => read(wrong)).toThrow('relayAdapt in shieldedPool of polygon');
  });

  it('reads the contracts that a swap may call, and none where none is named', () => {
    const router = '0xca11bde05977b3631167028862be2a173976ca11';
    const [named] = read(changed({ exchangeContracts: [router] }));
    expect(named?.exchangeContracts).toEqual(['0xcA11bde05977b3631167028862bE2a173976CA11']);
    const [unnamed] = read(changed({ exchangeContracts: undefined }));
    expect(unnamed?.exchangeContracts).toEqual([]);
    expect(() => read(changed({ exchangeContracts: ['router'] }))).toThrow(
      'exchangeContracts of polygon',
    );
  });

  it('writes addresses in their EIP-55 form', () => {
    const multicallAddress = '0xca11bde05977b3631167028862be2a173976ca11';
    expect(read(changed({ multicallAddress }))[0]?.network.multicallAddress).toBe(
      '0xcA11bde05977b3631167028862bE2a173976CA11',
    );
  });

  it.each([
    ['text that is not JSON', '{', 'It is not JSON'],
    ['an unknown field', changed({ colour: 'red' }), '[0]'],
    [
      'an address with wrong capitals',
      changed({ multicallAddress: '0xCA11bde05977b3631167028862bE2a173976CA11' }),
      'checksum',
    ],
    ['a chain id of another network', changed({ chainId: 43114 }), 'chainId 43114 is listed twice'],
    [
      'a network without its native coin first',
      changed({ tokens: JSON.parse(polygonFile)[0].tokens.toReversed() }),
      'native coin',
    ],
    [
      'an explorer page without a place for the hash',
      changed({ explorerTransactionUrl: 'https://x.example' }),
      'explorerTransactionUrl',
    ],
  ])('refuses %s and says where', (_case, text, error) => {
    expect(() => read(text)).toThrow(NetworksNotValid);
    expect(() => read(text)).toThrow(error);
  });

  it('refuses a network without any RPC URL', () => {
    expect(() => read(polygonFile, new Map())).toThrow('polygon has no RPC URL');
  });
});
