"""Numbers of lab/data from what serve.py and instances.py printed.
  collect.py networks rows.jsonl.gz    latencies of h100_networks (not its traces, nor bytes moved)
  collect.py instances rows.jsonl.gz   all of h100_instances but its text"""
import gzip, json, sys

SHARES = {'mps': None, 'turns': None, 'share30': 30, 'share50': 50, 'share70': 70}


def rows_of(path):
    with (gzip.open(path, 'rt') if path.endswith('.gz') else open(path)) as lines:
        return [json.loads(line) for line in lines]


def latencies(app, share=False):
    of = [app['key'][1]] + [app[each] for each in ('queries', 'mean', 'p50', 'p95', 'p99')]
    return [SHARES[app['key'][0]]] + of if share else of


def of_kinds(rows, *kinds):
    return [row for row in rows if row['kind'] in kinds]


def networks(rows):
    def alone(*kinds, share=False):
        return [latencies(row['apps'][0], share) for row in of_kinds(rows, *kinds)]

    def groups(kind, share=False):
        return [[latencies(app, share) for app in row['apps']] for row in of_kinds(rows, kind)]
    return {
        'alone': alone('alone', 'alone-again'),
        'aloneInTurns': alone('alone-turns'),
        'pairs': groups('pair'),
        'pairsInTurns': groups('pair-turns'),
        'instances': groups('instances'),
        'loads': [[int(kind[7:]) / 100] + [latencies(app) for app in row['apps']]
                  for kind in ('poisson30', 'poisson60') for row in of_kinds(rows, kind)],
        'sms': {str(SHARES[row['key'][0]]): row['sms'] for row in of_kinds(rows, 'up') if SHARES[row['key'][0]]},
        'aloneOnShares': alone('alone-share', share=True),
        'pairsOnShares': groups('pair-share', share=True),
    }


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def beside(row):
    """Names of the others and how many of each there are."""
    names = [app['key'][1] for app in row['apps'][1:]]
    return [[name, names.count(name)] for name in dict.fromkeys(names)]


def pace(row):
    """Mean times of the others, all of them together."""
    means = [app['mean'] for app in row['apps'][1:]]
    return round(sum(means) / len(means), 1) if means else None


def instances(rows):
    def served(*kinds):
        return [latencies(row['apps'][0]) + [beside(row), pace(row)] for row in of_kinds(rows, *kinds)]

    def loaded(row):
        own = row['apps'][0]
        waited = own['fromArrival']
        return [int(row['kind'][4:]) / 100] + latencies(own) + [quantile(waited, 0.5), quantile(waited, 0.95), beside(row)]
    return {
        'alone': [latencies(row['apps'][0]) for row in of_kinds(rows, 'alone', 'alone-again')],
        'apart': served('apart', 'apart-again'),
        'backToBack': served('back-to-back'),
        'mixes': served('mix'),
        'spinning': [latencies(row['apps'][0]) + [row['instances']] for row in of_kinds(rows, 'spin')],
        'loads': [loaded(row) for row in of_kinds(rows, 'load30', 'load60')],
    }


if __name__ == '__main__':
    wanted = {'networks': networks, 'instances': instances}[sys.argv[1]](rows_of(sys.argv[2]))
    blocks = []
    for name, value in wanted.items():
        lines = [json.dumps(each, separators=(',', ':')) for each in value] if isinstance(value, list) else None
        blocks.append(f' {json.dumps(name)}: ' + ('[\n  ' + ',\n  '.join(lines) + '\n ]' if lines else json.dumps(value)))
    print('{\n' + ',\n'.join(blocks) + '\n}')
