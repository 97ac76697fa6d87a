// A bot for Semafor that sends requests, like a client of `semafor engine`: it claims the longest route it can pay for.
//
// Build it: c++ -std=c++17 -O2 -o longest_claim examples/bots/longest_claim.cpp
// Play against it: semafor arena --board usa --players 2 --bots "planner,engine:./longest_claim"

#include <iostream>
#include <string>
#include <vector>

// Send a request and wait for the answer; it does not come if the game is over.
static std::string ask(const std::string& request) {
    std::string answer;
    std::cout << request << std::endl;
    return std::getline(std::cin, answer) ? answer : "";
}

// The number that follows a key.
static int number(const std::string& text, const std::string& key) {
    const size_t at = text.find("\"" + key + "\": ");
    return at == std::string::npos ? 0 : std::stoi(text.substr(at + key.size() + 4));
}

// The objects in the list that follows a key, each as its JSON text.
static std::vector<std::string> objects(const std::string& text, const std::string& key) {
    std::vector<std::string> found;
    size_t begin = 0;
    int depth = 0;
    for (size_t at = text.find("\"" + key + "\": ["); at < text.size(); at++) {
        if (text[at] == '{' && depth++ == 0) begin = at;
        if (text[at] == '}' && --depth == 0) found.push_back(text.substr(begin, at - begin + 1));
        if (text[at] == ']' && depth == 0) break;
    }
    return found;
}

// How many cards an action spends.
static int cards(const std::string& action) {
    int sum = 0;
    for (const char* kind : {"purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"})
        sum += number(action, kind);
    return sum;
}

int main() {
    const std::string seat = std::to_string(number(ask("{\"op\": \"seat\"}"), "seat"));
    for (;;) {
        const std::string answer = ask("{\"op\": \"legal\", \"limit\": 1000, \"seat\": " + seat + "}");
        const std::vector<std::string> actions = objects(answer, "actions");
        if (actions.empty()) return 0;
        std::string best = actions[0];
        for (const std::string& action : actions)
            if (action.find("\"claim\"") != std::string::npos && cards(action) > cards(best)) best = action;
        // This answer comes when it is our turn again.
        if (ask("{\"op\": \"apply\", \"seat\": " + seat + ", \"action\": " + best + "}").empty()) return 0;
    }
}
