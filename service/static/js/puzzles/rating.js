/**
 * The user's strength at puzzles, by the Glicko-2 system: Mark E. Glickman, "Example of the Glicko-2
 * system", 2022 (glicko.net/glicko/glicko2.pdf), with the same numbers for the steps. Each puzzle is a
 * rating period of its own. Its own rating is not measured: each grade has a fixed figure.
 */

/**
 * @typedef {object} Rating
 * @property {number} rating 1500 at the beginning
 * @property {number} deviation the uncertainty: about 95 % are within two deviations
 * @property {number} volatility the expected change of strength
 */

/** @type {Rating} */
export const UNRATED = { rating: 1500, deviation: 350, volatility: 0.06 };

/** The rating of each grade's puzzles. These figures are not based on anybody's results. @type {Record<string, number>} */
export const GRADES = { gentle: 1200, steady: 1500, tricky: 1800, cruel: 2100 };

/** The rating deviation of a puzzle. */
const SPREAD = 150;
/** The factor between ratings as shown and as used in the computation. */
const SCALE = 173.7178;
/** How quickly the volatility changes, and how exactly it is computed. */
const [TAU, EPSILON] = [0.5, 0.000001];

/**
 * Return the rating after a period.
 *
 * @param {Rating} before
 * @param {{rating: number, deviation: number, score: number}[]} games opponents, with 1 for a win and 0 for a loss
 * @returns {Rating}
 */
export function rated(before, games) {
  const mu = (before.rating - UNRATED.rating) / SCALE;
  const phi = before.deviation / SCALE;
  // Steps 3 and 4: the estimated variance, and the estimated improvement.
  let information = 0;
  let surplus = 0;
  for (const { rating, deviation, score } of games) {
    const weight = 1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (rating - UNRATED.rating) / SCALE)));
    information += weight ** 2 * expected * (1 - expected);
    surplus += weight * (score - expected);
  }
  const variance = 1 / information;
  const volatility = volatilityAfter(before.volatility, phi, variance, variance * surplus);
  // Steps 6 to 8.
  const spread = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + information);
  return {
    rating: UNRATED.rating + SCALE * (mu + spread ** 2 * surplus),
    deviation: SCALE * spread,
    volatility,
  };
}

/** Return the rating after a puzzle of a grade. @param {Rating} before @param {string} grade @param {boolean} isSolved */
export function afterPuzzle(before, grade, isSolved) {
  return rated(before, [{ rating: GRADES[grade], deviation: SPREAD, score: isSolved ? 1 : 0 }]);
}

/** Return the grade whose puzzles suit a rating best. @param {number} rating */
export function gradeFor(rating) {
  const distance = (/** @type {string} */ grade) => Math.abs(GRADES[grade] - rating);
  return Object.keys(GRADES).reduce((best, grade) =>
    distance(grade) < distance(best) ? grade : best,
  );
}

/** Step 5: find the volatility by the Illinois algorithm. @param {number} before @param {number} phi @param {number} variance @param {number} delta */
function volatilityAfter(before, phi, variance, delta) {
  const start = Math.log(before ** 2);
  const f = (/** @type {number} */ x) => {
    const sum = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - start) / TAU ** 2;
  };
  const excess = delta ** 2 - phi ** 2 - variance;
  let a = start;
  let b = excess > 0 ? Math.log(excess) : start - TAU;
  while (excess <= 0 && f(b) < 0) b -= TAU;
  let [fa, fb] = [f(a), f(b)];
  while (Math.abs(b - a) > EPSILON) {
    const c = a + ((a - b) * fa) / (fb - fa);
    const fc = f(c);
    if (fc * fb <= 0) [a, fa] = [b, fb];
    else fa /= 2;
    [b, fb] = [c, fc];
  }
  return Math.exp(a / 2);
}
