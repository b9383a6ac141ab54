import { createRequire } from 'node:module';

interface ProviderPart {
  readonly ConfiguredJsonRpcProvider: {
    readonly prototype: object;
  };
}

/** What every provider of the engine asks how it sends a request. */
interface Connecting {
  _getConnection(): { timeout: number };
}

const PART = './utils/configured-json-rpc-provider.js';
const require = createRequire(import.meta.url);

/**
 * Ends a request of the engine to a node that sends nothing for so long: by itself it would wait five minutes, in which
 * no wallet of any user is scanned. Call it before a provider is loaded.
 */
export function limitWaits(ms: number): void {
  const part: ProviderPart = createRequire(require.resolve('@railgun-community/shared-models'))(
    PART,
  );
  const ofEngine = part.ConfiguredJsonRpcProvider.prototype;
  const ofLibrary: Connecting = Object.getPrototypeOf(ofEngine);
  const before = ofLibrary._getConnection;
  ofLibrary._getConnection = function getConnection(this: Connecting) {
    const connection = before.call(this);
    connection.timeout = ms;
    return connection;
  };
}
