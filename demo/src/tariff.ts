/** Reads a table with a header: each further line becomes a function from a column's name to its cell. */
export function readTable(table: string): ((column: string) => string)[] {
  const [columns = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map((cells) => (column) => {
    const cell = cells[columns.indexOf(column)];
    if (cell === undefined) throw new RangeError(`the table has no column ${column}`);
    return cell;
  });
}

const destinations = readTable(`
prefix|country|destination|type|initial|next|rate|fee|weight|numbers
372|ee|Estonia|fixed|60|1|0.030000|0|150|3726000xxx
3725|ee|Estonia mobile|mobile|60|1|0.062000|0|190|3725550xxxx
37280|ee|Estonia toll-free|toll_free|60|60|0.000000|0|14|3728000xxx
372900|ee|Estonia premium|premium|60|60|0.750000|0.120000|2|372900xxxx
49|de|Germany|fixed|60|1|0.012000|0|70|49691234xxxx
4930|de|Germany Berlin|fixed|60|1|0.009800|0|80|493023125xxx
4915|de|Germany mobile|mobile|60|1|0.121500|0|30|49152288173xx
49171|de|Germany mobile Telekom|mobile|60|1|0.122500|0|55|491713920xxx
49176|de|Germany mobile O2|mobile|60|1|0.118400|0|40|49176040690xx
44|gb|United Kingdom|fixed|60|1|0.008500|0|26|441614960xxx
4420|gb|United Kingdom London|fixed|60|1|0.006900|0|34|442079460xxx
447|gb|United Kingdom mobile|mobile|60|1|0.034500|0|32|447700900xxx
358|fi|Finland|fixed|60|1|0.041000|0|36|35892316xxxx
3584|fi|Finland mobile|mobile|60|1|0.059900|0|54|358441000xxx
371|lv|Latvia|fixed|60|1|0.048000|0|22|3716700xxxx
3712|lv|Latvia mobile|mobile|60|1|0.091000|0|34|3712000xxxx
370|lt|Lithuania|fixed|60|1|0.044000|0|18|37052000xxx
3706|lt|Lithuania mobile|mobile|60|1|0.087500|0|26|3706000xxxx
46|se|Sweden|fixed|60|1|0.007700|0|24|468465004xx
467|se|Sweden mobile|mobile|60|1|0.021300|0|20|4670174060x
48|pl|Poland|fixed|60|1|0.011200|0|16|48220000xxx
485|pl|Poland mobile|mobile|60|1|0.027600|0|18|48500000xxx
33|fr|France|fixed|60|1|0.007100|0|14|3319900xxxx
336|fr|France mobile|mobile|60|1|0.031800|0|15|3363998xxxx
34|es|Spain|fixed|60|1|0.006400|0|10|34910000xxx
346|es|Spain mobile|mobile|60|1|0.024900|0|11|34600000xxx
39|it|Italy|fixed|60|1|0.010100|0|8|390600000xxx
393|it|Italy mobile|mobile|60|1|0.038700|0|7|393200000xxx
7|ru|Russia|fixed|60|60|0.072000|0|5|74950000xxx
90|tr|Türkiye|fixed|60|60|0.065000|0|5|902120000xxx
1|us|United States|fixed|6|6|0.005400|0|28|121255501xx
61|au|Australia|fixed|60|1|0.014300|0|3|6125550xxxx
614|au|Australia mobile|mobile|60|1|0.053000|0|4|61491570xxx
353|ie|Ireland|fixed|60|1|0.009900|0|4|35320910xxxx
31|nl|Netherlands|fixed|60|1|0.008800|0|7|31850000xxx`);

/**
 * The rates of the demonstration's destinations per minute and for each call, how often a destination is called, and
 * its numbers, in which `x` is any digit: numbers that authorities reserve for fiction, or unassigned blocks.
 */
export const demoTariff = destinations.map((cell) => ({
  prefix: cell('prefix'),
  country: cell('country'),
  destination: cell('destination'),
  number_type: cell('type'),
  rate_initial_interval: Number(cell('initial')),
  rate_initial: cell('rate'),
  rate_next_interval: Number(cell('next')),
  rate_next: cell('rate'),
  fee: cell('fee'),
  weight: Number(cell('weight')),
  numbers: cell('numbers'),
}));

const networks = readTable(`
country|mcc|mnc|operator|unit_price|weight|numbers|ucs2
ee|248|01|Telia|0.039000|300|3725550xxxx|0.1
ee|248|02|Elisa|0.039000|190|3725630xxxx|0.1
ee|248|03|Tele2|0.041000|150|3725810xxxx|0.1
lv|247|01|LMT|0.046500|80|3712000xxxx|0.7
lv|247|02|Tele2|0.046500|60|3712600xxxx|0.7
lt|246|01|Telia|0.037200|50|3706120xxxx|0.7
lt|246|02|Bite|0.037200|36|3706000xxxx|0.7
fi|244|05|Elisa|0.058000|62|358441000xxx|0.05
fi|244|91|Telia|0.058000|48|358451000xxx|0.05
de|262|01|Telekom|0.074500|40|491713920xxx|0.05
de|262|02|Vodafone|0.075500|26|49152288173xx|0.05
gb|234|10|O2|0.036500|34|447700900xxx|0.02
se|240|01|Telia|0.049000|26|4670174060x|0.05
pl|260|01|Plus|0.028100|20|48500000xxx|0.6
fr|208|01|Orange|0.052500|12|3363998xxxx|0.1
us|310|260|T-Mobile|0.008300|10|121255501xx|0.02`);

/**
 * The demonstration's mobile networks: codes of ITU-T E.212, price of a segment, unassigned numbers, and the share of
 * texts with characters outside the GSM alphabet.
 */
export const demoNetworks = networks.map((cell) => ({
  country: cell('country'),
  mcc: cell('mcc'),
  mnc: cell('mnc'),
  operator: cell('operator'),
  unit_price: cell('unit_price'),
  weight: Number(cell('weight')),
  numbers: cell('numbers'),
  ucs2: Number(cell('ucs2')),
}));

export type DemoNetwork = (typeof demoNetworks)[number];
