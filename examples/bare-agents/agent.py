# Answers the messages of the agent "main": python3 agent.py. Needs POSTERN_TOKEN; POSTERN_URL is http://127.0.0.1:4870.
import json, os
from urllib.request import Request, urlopen

URL = os.environ.get("POSTERN_URL", "http://127.0.0.1:4870")

def call(operation, data):
    headers = {"authorization": "Bearer " + os.environ["POSTERN_TOKEN"], "content-type": "application/json"}
    path = URL + "/api/v1/" + operation.replace(".", "/")
    with urlopen(Request(path, json.dumps(data).encode(), headers), timeout=60) as response:
        return json.load(response)

while True:
    turn = call("agents.turns.claim", {"agent": "main", "waitMs": 25000})["turn"]
    if turn is None:
        continue
    content = "\n".join(message["content"]["text"].upper() for message in turn["messages"])
    call("agents.turns.answer", {"turn": turn["id"], "claim": turn["claim"], "content": content})
    print("Answered", turn["id"], flush=True)
