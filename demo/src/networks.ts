/**
 * A mobile network of the demonstration: its codes (ITU-T E.212), the price of a segment, and unassigned recipients.
 */
export interface DemoNetwork {
  country: string;
  mcc: string;
  mnc: string;
  operator: string;
  unitPrice: string;
  weight: number;
  recipients: string;
  /** The share of texts with characters outside the GSM alphabet. */
  ucs2: number;
}

const table = `
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
us|310|260|T-Mobile|0.008300|10|121255501xx|0.02`;

export const demoNetworks: readonly DemoNetwork[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [country = '', mcc = '', mnc = '', operator = '', unitPrice = '', weight, recipients = '', ucs2] =
      line.split('|');
    return { country, mcc, mnc, operator, unitPrice, weight: Number(weight), recipients, ucs2: Number(ucs2) };
  });
