import type { PriceRow } from '@portal/bff/rating';

/** A destination of the demonstration's tariff and the pattern of its calls. */
export interface Destination extends PriceRow {
  /** How often the destination is called. */
  weight: number;
  /** A number pattern, `x` is any digit: numbers that authorities reserve for fiction, or unassigned blocks. */
  numbers: string;
}

// prefix, country, destination, type, intervals, rate a minute, fee, weight, numbers
const table = `
372|ee|Estonia|fixed|60/1|0.030000|0|150|3726000xxx
3725|ee|Estonia mobile|mobile|60/1|0.062000|0|190|3725550xxxx
37280|ee|Estonia toll-free|toll_free|60/60|0.000000|0|14|3728000xxx
372900|ee|Estonia premium|premium|60/60|0.750000|0.120000|2|372900xxxx
49|de|Germany|fixed|60/1|0.012000|0|70|49691234xxxx
4930|de|Germany Berlin|fixed|60/1|0.009800|0|80|493023125xxx
4915|de|Germany mobile|mobile|60/1|0.121500|0|30|49152288173xx
49171|de|Germany mobile Telekom|mobile|60/1|0.122500|0|55|491713920xxx
49176|de|Germany mobile O2|mobile|60/1|0.118400|0|40|49176040690xx
44|gb|United Kingdom|fixed|60/1|0.008500|0|26|441614960xxx
4420|gb|United Kingdom London|fixed|60/1|0.006900|0|34|442079460xxx
447|gb|United Kingdom mobile|mobile|60/1|0.034500|0|32|447700900xxx
358|fi|Finland|fixed|60/1|0.041000|0|36|35892316xxxx
3584|fi|Finland mobile|mobile|60/1|0.059900|0|54|358441000xxx
371|lv|Latvia|fixed|60/1|0.048000|0|22|3716700xxxx
3712|lv|Latvia mobile|mobile|60/1|0.091000|0|34|3712000xxxx
370|lt|Lithuania|fixed|60/1|0.044000|0|18|37052000xxx
3706|lt|Lithuania mobile|mobile|60/1|0.087500|0|26|3706000xxxx
46|se|Sweden|fixed|60/1|0.007700|0|24|468465004xx
467|se|Sweden mobile|mobile|60/1|0.021300|0|20|4670174060x
48|pl|Poland|fixed|60/1|0.011200|0|16|48220000xxx
485|pl|Poland mobile|mobile|60/1|0.027600|0|18|48500000xxx
33|fr|France|fixed|60/1|0.007100|0|14|3319900xxxx
336|fr|France mobile|mobile|60/1|0.031800|0|15|3363998xxxx
34|es|Spain|fixed|60/1|0.006400|0|10|34910000xxx
346|es|Spain mobile|mobile|60/1|0.024900|0|11|34600000xxx
39|it|Italy|fixed|60/1|0.010100|0|8|390600000xxx
393|it|Italy mobile|mobile|60/1|0.038700|0|7|393200000xxx
7|ru|Russia|fixed|60/60|0.072000|0|5|74950000xxx
90|tr|Türkiye|fixed|60/60|0.065000|0|5|902120000xxx
1|us|United States|fixed|6/6|0.005400|0|28|121255501xx
61|au|Australia|fixed|60/1|0.014300|0|3|6125550xxxx
614|au|Australia mobile|mobile|60/1|0.053000|0|4|61491570xxx
353|ie|Ireland|fixed|60/1|0.009900|0|4|35320910xxxx
31|nl|Netherlands|fixed|60/1|0.008800|0|7|31850000xxx`;

export const demoTariff: readonly Destination[] = table
  .trim()
  .split('\n')
  .map((line) => readDestination(line.split('|')));

function readDestination(cells: readonly string[]): Destination {
  const [
    prefix = '',
    country = '',
    destination = '',
    number_type = '',
    intervals = '',
    rate = '',
    fee = '',
    weight,
    numbers = '',
  ] = cells;
  const [initial, next] = intervals.split('/').map(Number);
  return {
    prefix,
    country,
    destination,
    number_type,
    rate_initial_interval: initial ?? 60,
    rate_initial: rate,
    rate_next_interval: next ?? 60,
    rate_next: rate,
    fee,
    weight: Number(weight),
    numbers,
  };
}
