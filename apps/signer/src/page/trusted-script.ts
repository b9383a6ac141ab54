declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (address: string) => string },
      ): { createScriptURL(address: string): string };
    };
  }
}

const WORKER = '/worker.js';

/** @returns the one address that the page may start a script from, by the policy that its headers allow */
export function workerAddress(): string {
  const createScriptURL = (address: string) => {
    if (address === WORKER) return address;
    throw new Error('The signer starts no other script.');
  };
  const policy = window.trustedTypes?.createPolicy('signer', { createScriptURL });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
