/** The name of one of several processes with the same role. The first one has the name of the role. */
export function nameOfProcess(role: string, number: number): string {
  return number === 0 ? role : `${role}-${number + 1}`;
}
