/** A part of an expression's text. */
export interface Place {
  /** Where in the text it starts. */
  readonly at: number;
  /** The part itself, shortened, for messages. */
  readonly source: string;
}

/** Why an expression is refused. Thrown inside a compilation and turned into a result at its end. */
export class CompileProblem {
  readonly problem: string;
  readonly at: number;

  constructor(problem: string, at: number) {
    this.problem = problem;
    this.at = at;
  }
}
