import ipaddr from 'ipaddr.js';

const UNKNOWN = 'desconocida';

/** The /24 of an IPv4 address, the /48 of an IPv6 address or network: enough to tell networks apart, too little for one person. */
export const wideNetworkOf = (address: string): string => {
  const [given = ''] = address.split('/');
  if (!ipaddr.isValid(given)) return UNKNOWN;
  const plain = ipaddr.process(given);
  return plain.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${plain}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/48`)}/48`;
};
