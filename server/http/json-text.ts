/** JSON that is text already: large observations are encoded once, by whoever made them. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
