import type { PriceRow } from './rating.ts';

// prefix, country, destination, number type, initial and next interval in seconds, rate per minute, fee
const table = `
372|ee|Estonia|fixed|60/1|0.030000|0
3725|ee|Estonia mobile|mobile|60/1|0.062000|0
37280|ee|Estonia toll-free|toll_free|60/60|0.000000|0
372900|ee|Estonia premium|premium|60/60|0.750000|0.120000
49|de|Germany|fixed|60/1|0.012000|0
4930|de|Germany Berlin|fixed|60/1|0.009800|0
4915|de|Germany mobile|mobile|60/1|0.121500|0
49171|de|Germany mobile Telekom|mobile|60/1|0.122500|0
49176|de|Germany mobile O2|mobile|60/1|0.118400|0
44|gb|United Kingdom|fixed|60/1|0.008500|0
4420|gb|United Kingdom London|fixed|60/1|0.006900|0
447|gb|United Kingdom mobile|mobile|60/1|0.034500|0
358|fi|Finland|fixed|60/1|0.041000|0
3584|fi|Finland mobile|mobile|60/1|0.059900|0
371|lv|Latvia|fixed|60/1|0.048000|0
3712|lv|Latvia mobile|mobile|60/1|0.091000|0
370|lt|Lithuania|fixed|60/1|0.044000|0
3706|lt|Lithuania mobile|mobile|60/1|0.087500|0
46|se|Sweden|fixed|60/1|0.007700|0
467|se|Sweden mobile|mobile|60/1|0.021300|0
48|pl|Poland|fixed|60/1|0.011200|0
485|pl|Poland mobile|mobile|60/1|0.027600|0
33|fr|France|fixed|60/1|0.007100|0
336|fr|France mobile|mobile|60/1|0.031800|0
34|es|Spain|fixed|60/1|0.006400|0
346|es|Spain mobile|mobile|60/1|0.024900|0
39|it|Italy|fixed|60/1|0.010100|0
393|it|Italy mobile|mobile|60/1|0.038700|0
7|ru|Russia|fixed|60/60|0.072000|0
90|tr|Türkiye|fixed|60/60|0.065000|0
1|us|United States|fixed|6/6|0.005400|0
61|au|Australia|fixed|60/1|0.014300|0
614|au|Australia mobile|mobile|60/1|0.053000|0
353|ie|Ireland|fixed|60/1|0.009900|0
31|nl|Netherlands|fixed|60/1|0.008800|0`;

/** A price list for tests that rate calls. */
export const samplePrices: readonly PriceRow[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [
      prefix = '',
      country = '',
      destination = '',
      number_type = '',
      intervals = '',
      rate = '',
      fee = '',
    ] = line.split('|');
    const [initial = 60, next = 60] = intervals.split('/').map(Number);
    return {
      prefix,
      country,
      destination,
      number_type,
      rate_initial_interval: initial,
      rate_initial: rate,
      rate_next_interval: next,
      rate_next: rate,
      fee,
    };
  });
