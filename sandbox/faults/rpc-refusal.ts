/** An error that a node responds with. */
export class RpcRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
  }
}
