import { loadEnginePart } from '../engine-parts.ts';

const PART = 'contracts/railgun-smart-wallet/V2/railgun-smart-wallet.js';

interface ContractPart {
  readonly RailgunSmartWalletContract: {
    readonly prototype: { setTreeUpdateListeners(): Promise<void> };
  };
}

/**
 * Keeps the engine of this process from also reading the pool's events by itself. A scan of its own beside
 * ours miscounts the notes of a new tree, stops the search for a wallet's notes halfway, and writes into a tree
 * that is being cleared: the root is right then, but no proof can be made. Call it before a provider is loaded.
 */
export function disableEventListeners(): void {
  const { prototype } = loadEnginePart<ContractPart>(PART).RailgunSmartWalletContract;
  prototype.setTreeUpdateListeners = () => Promise.resolve();
}
