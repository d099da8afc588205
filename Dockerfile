# syntax=docker/dockerfile:1
ARG PYTHON=3.13

# The compiler, for the C form of the computer player's search, stays in this stage.
FROM python:${PYTHON}-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends gcc libc6-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE ./
COPY bridgette bridgette
COPY bot bot
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[postgres,metrics]'

FROM python:${PYTHON}-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'bridgette[postgres,metrics]' \
 && python -c 'from bridgette.computer.solver import solve; assert solve.is_native()' \
 && useradd --uid 10001 --create-home bot \
 && install -d -o bot -g bot -m 700 /data
USER 10001
WORKDIR /home/bot
ENV PYTHONUNBUFFERED=1 DATABASE_URL=sqlite:////data/bridgette.db
VOLUME /data
STOPSIGNAL SIGTERM
# Without a shell in between, at which SIGTERM would stop.
ENTRYPOINT ["python", "-m", "bot"]
# The start may wait a minute for a process before, and five seconds for each shard.
HEALTHCHECK --interval=30s --timeout=10s --start-period=3m --retries=3 CMD ["python", "-m", "bot", "alive"]
