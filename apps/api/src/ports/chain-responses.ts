/** One request of JSON-RPC. */
export interface ChainRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What nodes of one chain say, as they say it: for what anyone can check against any node. */
export interface ChainResponses {
  /**
   * @returns the responses with the ids of their requests, not yet checked, all from the same node. Rejects with
   *   `ChainUnavailable` when no node has them.
   */
  respond(requests: readonly ChainRequest[]): Promise<readonly unknown[]>;
}
