// A look back at what lay on the table before: it is over as soon as anything happens there.

export class Peek {
  #moment: object | null = $derived.by(() => this.now());
  #openedAt = $state.raw<object | null>(null);

  /** `now` holds all that ends it, in an object made anew; null while there is nothing to look back at. */
  constructor(private readonly now: () => object | null) {}

  get isOpen(): boolean {
    const moment = this.#moment;
    return moment !== null && moment === this.#openedAt;
  }

  open = (): void => void (this.#openedAt = this.#moment);

  close = (): void => void (this.#openedAt = null);

  toggle = (): void => (this.isOpen ? this.close() : this.open());
}
