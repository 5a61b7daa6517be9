"""Networks as services and jobs: build(name, dev) returns a function that serves one query, or does one step, to its end."""
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

SMALL = False  # for a trial without a GPU: the same programs, tiny


def pick(full, small):
    return small if SMALL else full


class Feed:
    """Inputs in host memory, several that take turns; pinned or pageable as the caller says."""

    def __init__(self, make, dev, pinned, count=3):
        self.dev, self.pinned, self.at = dev, pinned, 0
        self.items = [make() for _ in range(count)]
        if pinned and dev.type == 'cuda':
            self.items = [[t.pin_memory() for t in item] for item in self.items]

    def next(self):
        self.at = (self.at + 1) % len(self.items)
        return [t.to(self.dev, non_blocking=self.pinned) for t in self.items[self.at]]

    def into(self, targets):
        self.at = (self.at + 1) % len(self.items)
        for target, t in zip(targets, self.items[self.at]):
            target.copy_(t, non_blocking=self.pinned)


def sync(dev):
    if dev.type == 'cuda':
        torch.cuda.synchronize()


def half(dev):
    return torch.float16 if dev.type == 'cuda' else torch.float32


def eager(model, feed, dev, read=lambda out: out):
    @torch.inference_mode()
    def query():
        out = read(model(*feed.next()))
        out.cpu()  # waits for the end
    return query


def graphed(model, feed, dev, read=lambda out: out):
    """The same by a CUDA graph; without a GPU eager."""
    if dev.type != 'cuda':
        return eager(model, feed, dev, read)
    static = [t.to(dev) for t in feed.items[0]]
    with torch.no_grad():
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                read(model(*static))
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = read(model(*static))

    def query():
        feed.into(static)
        graph.replay()
        out.cpu()
    query.keeps = (model, static, out, graph)  # a graph has addresses only: what it reads must stay
    return query


def resnet(dev):
    import torchvision
    maker = torchvision.models.resnet18 if SMALL else torchvision.models.resnet50
    with torch.device(dev):
        model = maker(weights=None)
    for module in model.modules():
        if hasattr(module, 'bn3'):
            nn.init.constant_(module.bn3.weight, 0.2)  # sixteen blocks add up within the range of fp16
    return model.to(half(dev)).to(memory_format=torch.channels_last).eval()


def images(batch, dev, dtype=None):
    side = pick(224, 64)
    return lambda: [torch.randn(batch, 3, side, side).to(dtype or half(dev)).to(memory_format=torch.channels_last)]


def r50b1(dev):
    return eager(resnet(dev), Feed(images(1, dev), dev, True), dev)


def r50b1graph(dev):
    return graphed(resnet(dev), Feed(images(1, dev), dev, True), dev)


def r50b32graph(dev):
    return graphed(resnet(dev), Feed(images(pick(32, 2), dev), dev, False), dev)


def vitgraph(dev):
    import torchvision
    with torch.device(dev):
        model = torchvision.models.VisionTransformer(
            image_size=pick(224, 64), patch_size=16, num_layers=pick(12, 2), num_heads=12, hidden_dim=768, mlp_dim=3072)
    model = model.to(half(dev)).eval()
    return graphed(model, Feed(images(pick(8, 1), dev), dev, True), dev)


def bert_config():
    from transformers import BertConfig
    return BertConfig(num_hidden_layers=pick(12, 2), vocab_size=30522)


def bert8graph(dev):
    from transformers import BertModel
    with torch.device(dev):
        model = BertModel(bert_config())
    model = model.to(half(dev)).eval()

    def make():
        ids = torch.randint(0, 30000, (8, 128))
        return [ids]
    return graphed(lambda ids: model(input_ids=ids), Feed(make, dev, True), dev, lambda out: out.pooler_output)


def gpt2(dev):
    """One token of eight sequences, after 512 each, with the library's own growing cache."""
    from transformers import GPT2Config, GPT2LMHeadModel, DynamicCache
    with torch.device(dev):
        model = GPT2LMHeadModel(GPT2Config(n_layer=pick(12, 2)))
    model = model.to(half(dev)).eval()
    prefix = pick(512, 16)
    with torch.inference_mode():
        cache = DynamicCache()
        ids = torch.randint(0, 50000, (8, prefix), device=dev)
        model(input_ids=ids, past_key_values=cache, use_cache=True)
    feed = Feed(lambda: [torch.randint(0, 50000, (8, 1))], dev, True)

    @torch.inference_mode()
    def query():
        out = model(input_ids=feed.next()[0], past_key_values=cache, use_cache=True)
        out.logits[:, -1].argmax(-1).cpu()
        cache.crop(-1)
    return query


class LlamaLayer(nn.Module):
    def __init__(self, width, heads, kv, inner):
        super().__init__()
        self.heads, self.kv, self.size = heads, kv, width // heads
        self.qkv = nn.Linear(width, (heads + 2 * kv) * self.size, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.gate = nn.Linear(width, 2 * inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)
        self.n1 = nn.Parameter(torch.ones(width))
        self.n2 = nn.Parameter(torch.ones(width))

    def forward(self, x, cos, sin, cache, pos):
        b, t, w = x.shape
        h = F.rms_norm(x, (w,), self.n1, 1e-5)
        q, k, v = self.qkv(h).view(b, t, -1, self.size).transpose(1, 2).split([self.heads, self.kv, self.kv], 1)
        q, k = rotated(q, cos, sin), rotated(k, cos, sin)
        if cache is not None:
            cache[0].index_copy_(2, pos, k)
            cache[1].index_copy_(2, pos, v)
            k, v = cache
        rep = self.heads // self.kv
        k, v = k.repeat_interleave(rep, 1), v.repeat_interleave(rep, 1)
        a = F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)
        x = x + self.out(a.transpose(1, 2).reshape(b, t, w))
        g, u = self.gate(F.rms_norm(x, (w,), self.n2, 1e-5)).chunk(2, -1)
        return x + self.down(F.silu(g) * u)


def rotated(x, cos, sin):
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1)


class Llama(nn.Module):
    def __init__(self, layers, width, heads, kv, inner, words):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.layers = nn.ModuleList(LlamaLayer(width, heads, kv, inner) for _ in range(layers))
        self.norm = nn.Parameter(torch.ones(width))
        self.head = nn.Linear(width, words, bias=False)
        self.size, self.kv = width // heads, kv
        self.freq = 1e4 ** (-torch.arange(0, self.size // 2, dtype=torch.float32) * 2 / self.size)

    def forward(self, ids, caches=None, pos=None):
        x = self.words(ids)
        at = torch.arange(ids.shape[1], device=ids.device) if pos is None else pos
        angle = at[:, None].float() * self.freq
        cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
        for i, layer in enumerate(self.layers):
            x = layer(x, cos, sin, None if caches is None else caches[i], pos)
        return self.head(F.rms_norm(x[:, -1], (x.shape[-1],), self.norm, 1e-5))


def llama(dev):
    torch.set_default_dtype(half(dev))  # many processes start at once: no copy in twice the size
    with torch.device(dev):
        model = Llama(pick(12, 2), pick(2048, 256), pick(32, 8), pick(4, 2), pick(5632, 512), pick(32000, 1000))
        for p in model.parameters():
            if p.dim() > 1:
                nn.init.normal_(p, std=0.02)
    torch.set_default_dtype(torch.float32)
    return model.to(half(dev)).eval()


def llamadecode(dev):
    """A token of 16 sequences after 1023 each, by a CUDA graph."""
    model, batch, length = llama(dev), pick(16, 2), pick(1024, 32)
    caches = [[torch.randn(batch, model.kv, length, model.size, device=dev, dtype=half(dev)) for _ in range(2)]
              for _ in model.layers]
    pos = torch.tensor([length - 1], device=dev)
    feed = Feed(lambda: [torch.randint(0, 1000, (batch, 1))], dev, True)
    return graphed(lambda ids: model(ids, caches, pos), feed, dev, lambda out: out.argmax(-1))


def llamaprefill(dev):
    model = llama(dev)
    feed = Feed(lambda: [torch.randint(0, 1000, (2, pick(1024, 16)))], dev, False)
    return eager(model, feed, dev, lambda out: out.argmax(-1))


class Res(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.n1, self.c1 = nn.GroupNorm(32, a), nn.Conv2d(a, b, 3, padding=1)
        self.n2, self.c2 = nn.GroupNorm(32, b), nn.Conv2d(b, b, 3, padding=1)
        self.time = nn.Linear(256, b)
        self.skip = nn.Conv2d(a, b, 1) if a != b else nn.Identity()

    def forward(self, x, t):
        h = self.c1(F.silu(self.n1(x))) + self.time(t)[:, :, None, None]
        return self.skip(x) + self.c2(F.silu(self.n2(h)))


class Attend(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.norm, self.qkv, self.out = nn.GroupNorm(32, c), nn.Conv2d(c, 3 * c, 1), nn.Conv2d(c, c, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        q, k, v = self.qkv(self.norm(x)).reshape(b, 3, c // 64, 64, h * w).transpose(-1, -2).unbind(1)
        a = F.scaled_dot_product_attention(q, k, v)
        return x + self.out(a.transpose(-1, -2).reshape(b, c, h, w))


class UNet(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.first = nn.Conv2d(4, c, 3, padding=1)
        self.d1, self.d2, self.d3 = Res(c, c), Res(c, 2 * c), Res(2 * c, 4 * c)
        self.s1, self.s2 = nn.Conv2d(c, c, 3, 2, 1), nn.Conv2d(2 * c, 2 * c, 3, 2, 1)
        self.a2, self.mid, self.a3 = Attend(2 * c), Attend(4 * c), Res(4 * c, 4 * c)
        self.u2, self.a4, self.u1 = Res(6 * c, 2 * c), Attend(2 * c), Res(3 * c, c)
        self.last = nn.Conv2d(c, 4, 3, padding=1)

    def forward(self, x, t):
        h1 = self.d1(self.first(x), t)
        h2 = self.a2(self.d2(self.s1(h1), t))
        h = self.a3(self.mid(self.d3(self.s2(h2), t)), t)
        h = self.a4(self.u2(torch.cat((F.interpolate(h, scale_factor=2.0), h2), 1), t))
        h = self.u1(torch.cat((F.interpolate(h, scale_factor=2.0), h1), 1), t)
        return x - 0.1 * self.last(h)


def unet_of(dev, way):
    """A step of a diffusion with 64 × 64 latents of four images."""
    with torch.device(dev):
        model = UNet(pick(256, 64))
    model = model.to(half(dev)).to(memory_format=torch.channels_last).eval()
    side = pick(64, 16)

    def make():
        return [torch.randn(4, 4, side, side).to(half(dev)).to(memory_format=torch.channels_last),
                torch.randn(4, 256).to(half(dev))]
    return way(model, Feed(make, dev, False), dev)


def unet(dev):
    return unet_of(dev, eager)


def unetgraph(dev):
    return unet_of(dev, graphed)


class Recommender(nn.Module):
    def __init__(self, tables, rows, width):
        super().__init__()
        self.tables = nn.ModuleList(nn.EmbeddingBag(rows, width, mode='sum') for _ in range(tables))
        self.bottom = nn.Sequential(nn.Linear(13, 512), nn.ReLU(), nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, width))
        pairs = (tables + 1) * tables // 2
        self.top = nn.Sequential(nn.Linear(width + pairs, 1024), nn.ReLU(), nn.Linear(1024, 512), nn.ReLU(), nn.Linear(512, 1))
        self.register_buffer('upper', torch.tril_indices(tables + 1, tables + 1, -1), persistent=False)

    def forward(self, dense, ids):
        low = self.bottom(dense)
        parts = [low] + [table(ids[i]) for i, table in enumerate(self.tables)]
        stack = torch.stack(parts, 1)
        cross = torch.bmm(stack, stack.transpose(1, 2))[:, self.upper[0], self.upper[1]]
        return torch.sigmoid(self.top(torch.cat((low, cross), 1)))


def dlrm(dev):
    tables, rows = 8, pick(300_000, 1000)
    with torch.device(dev):
        model = Recommender(tables, rows, 64).eval()
    batch = pick(4096, 32)
    return eager(model, Feed(lambda: [torch.randn(batch, 13), torch.randint(0, rows, (tables, batch, 16))], dev, False), dev)


def r50train(dev):
    import torchvision
    maker = torchvision.models.resnet18 if SMALL else torchvision.models.resnet50
    with torch.device(dev):
        model = maker(weights=None)
    model = model.to(memory_format=torch.channels_last).train()
    step = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    batch = pick(96, 2)
    make = images(batch, dev, torch.float32)
    feed = Feed(lambda: make() + [torch.randint(0, 1000, (batch,))], dev, False)

    def query():
        x, y = feed.next()
        with torch.autocast(dev.type, dtype=torch.bfloat16):
            loss = F.cross_entropy(model(x), y)
        step.zero_grad(set_to_none=True)
        loss.backward()
        step.step()
        loss.item()
    return query


def berttrain(dev):
    from transformers import BertForSequenceClassification
    with torch.device(dev):
        model = BertForSequenceClassification(bert_config())
    model.train()
    step = torch.optim.AdamW(model.parameters(), lr=1e-5, fused=dev.type == 'cuda')
    batch = pick(80, 2)
    feed = Feed(lambda: [torch.randint(0, 30000, (batch, 128)), torch.randint(0, 2, (batch,))], dev, True)

    def query():
        ids, y = feed.next()
        with torch.autocast(dev.type, dtype=torch.bfloat16):
            loss = model(input_ids=ids, labels=y).loss
        step.zero_grad(set_to_none=True)
        loss.backward()
        step.step()
        loss.item()
    return query


NETS = {f.__name__: f for f in (r50b1, r50b1graph, r50b32graph, vitgraph, bert8graph, gpt2, llamadecode, llamaprefill, unet, unetgraph, dlrm,
                                r50train, berttrain)}


def build(name, dev):
    torch.manual_seed(7)
    return NETS[name](dev)
