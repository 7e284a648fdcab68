/** A parameter of an operation, as the reference tells it to the form. */
export interface TryParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  example: string;
  /** All that it may be; none if that is no short list. */
  values: string[];
}
