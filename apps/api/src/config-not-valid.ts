/** A process cannot start with this environment. */
export class ConfigNotValid extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(`The configuration is not valid.\n${problem}`, options);
    this.name = 'ConfigNotValid';
  }
}
