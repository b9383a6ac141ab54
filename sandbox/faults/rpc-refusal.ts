/** An error that a node responds with. */
export class RpcRefusal extends Error {
  readonly code: number;
  /** Such as what a contract reverted with; left out where there is none. */
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
    this.data = data;
  }
}
